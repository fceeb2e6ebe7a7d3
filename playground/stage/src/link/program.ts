// Where a link has a program: behind the #, so that no server hears of it.

export const NAME = "#code=";
export const hasCode = () => window.location.hash.startsWith(NAME);
