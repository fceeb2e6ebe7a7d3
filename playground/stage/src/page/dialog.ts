// How a dialog is closed by a press beside it and by Escape.

/** Let a press beside a dialog's content, and Escape, close it. */
export function closable(dialog: HTMLDialogElement, close: () => void) {
  dialog.addEventListener("click", ({ target }) => { if (target === dialog) close(); });
  // The browser would close it a moment later, and the next key would still be the dialog's.
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    close();
  });
}
