// What surrounds the reader, and how a page gets one. Types only: the viewer has the reader as a built script.
import type { AttachmentData, SessionView } from "../wire/types.gen.js";

/** What surrounds the reader, and knows more of the session than its first page. */
export interface Host {
  /** Reads the turns after one. */
  more?: (after: number) => Promise<SessionView>;
  /** Reads a picture. */
  picture?: (id: string) => AttachmentData | undefined | Promise<AttachmentData | undefined>;
  /** Shows another branch. */
  branch?: (id: string) => void;
  /** The address of a message, counted from 0; without it the reader has the address of its page. */
  link?: (n: number) => string;
  /** The page shows the title, and is the main part itself. */
  inside?: boolean;
  /** Links to other pages of the session. */
  pages?: { previous?: string; next?: string };
}

/** A session that is shown in an element. */
export interface ReaderLike {
  /** Goes to a message by its number, counted from 0 as in `show --at`; false where no message has it. */
  reveal(n: number): Promise<boolean>;
  /** Takes the reader off the page. */
  stop(): void;
}

/** What the built script gives a page that has no session inside it. */
export type ReaderMaker = new (root: HTMLElement, view: SessionView, host?: Host) => ReaderLike;
