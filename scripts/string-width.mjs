/** The width of a text in which each character takes one column, as in all help that is laid out: it is ASCII. */
export default function stringWidth(text) {
  return text.length;
}
