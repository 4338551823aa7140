// Every change of one operator, condition, constant or statement of a source file, found with the TypeScript parser.
import ts from "typescript-5.9";

const operators = new Map([
  ["===", "!=="],
  ["!==", "==="],
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["&&", "||"],
  ["||", "&&"],
  ["*", "/"],
  ["??", "&&"],
]);
const methods = new Map([
  ["some", "every"],
  ["every", "some"],
  ["min", "max"],
  ["max", "min"],
]);

/**
 * @param {string} name of the file, as reports show it
 * @param {string} text
 * @returns {{ start: number, end: number, to: string, file: string, line: number, source: string, change: string }[]}
 */
export function mutantsOf(name, text) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
  const mutants = [];
  const add = (node, to) => {
    const start = node.getStart(source);
    const from = text.slice(start, node.end);
    if (from === to) return;
    const { line } = source.getLineAndCharacterOfPosition(start);
    mutants.push({
      start,
      end: node.end,
      to,
      file: name,
      line: line + 1,
      source: (text.split("\n")[line] ?? "").trim(),
      change: `${oneLine(from)} -> ${oneLine(to)}`,
    });
  };
  const condition = (node) => {
    add(node, "true");
    add(node, "false");
  };
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const to = operators.get(node.operatorToken.getText(source));
      if (to !== undefined) add(node.operatorToken, to);
      if (node.operatorToken.kind === ts.SyntaxKind.PlusToken && isNumber(node.right)) add(node.operatorToken, "-");
    } else if (ts.isIfStatement(node)) condition(node.expression);
    else if (ts.isConditionalExpression(node)) condition(node.condition);
    else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      add(node, node.operand.getText(source));
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, "false");
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, "true");
    else if (ts.isNumericLiteral(node)) add(node, String(Number(node.text.replaceAll("_", "")) + 1));
    else if (ts.isStringLiteral(node) && !ts.isPropertyAssignment(node.parent))
      add(node, node.text === "" ? '"?"' : '""');
    else if (ts.isStringLiteral(node) && node.parent.initializer === node) add(node, node.text === "" ? '"?"' : '""');
    else if (ts.isThrowStatement(node)) add(node, ";");
    else if (ts.isExpressionStatement(node) && !isSuper(node.expression)) add(node, ";");
    else if (ts.isPropertyAccessExpression(node)) {
      const to = methods.get(node.name.text);
      if (to !== undefined) add(node.name, to);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

function isNumber(node) {
  return ts.isNumericLiteral(node);
}

/** Without it the class cannot be made, and nothing is learnt. */
function isSuper(node) {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
}

function oneLine(text) {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
