function seen(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false; // within a page of somebody else's a browser may refuse to keep anything
  }
}
