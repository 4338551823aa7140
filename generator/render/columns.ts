/** Width at which lists, literals and comments are broken. */
export const columns = 120;
