// What sessions.view answers, as the reader takes it: times are Dates of a client or texts of a file.
export type {
  Attachment, AttachmentData as Picture, SessionView as View, ViewAgent as Subagent, ViewBranch as Branch, ViewCall as Call, ViewEdit as Edit, ViewHunk as Hunk, ViewItem as Item,
  ViewLine as Line, ViewOutline as OutlineTurn, ViewSpan as Span, ViewTurn as Turn,
} from "../wire/types.gen.js";
