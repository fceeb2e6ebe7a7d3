function seen(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false; // in a frame of another site, a browser may refuse storage
  }
}
