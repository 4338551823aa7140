/**
 * What can move the cursor, ring, hide, or show text in another order than it is read: control characters, separators of lines, and
 * what is invisible or reorders (Unicode TR 36, section 3; `Default_Ignorable_Code_Point` and `Bidi_Control` of UAX 44). Joiners and
 * variation selectors stay: scripts and emoji need them. Line feeds and tabs stay too.
 */
export const unprintable: RegExp =
  /(?![\n\t]|\p{Join_Control}|[\ufe00-\ufe0f])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb]/gu;
