// The reader, which the build copies beside this from internal/reader. It adds heddleReader to the page.
export {};
