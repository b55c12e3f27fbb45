/**
 * Why a node and all inside it have no mutants; undefined where they have. The literal given to createMachine
 * is judged by transition coverage, and in setup stand types. What stays are the bodies of guards, actions
 * and delays, and the functions above the machine.
 *
 * @param {import('@babel/core').NodePath} path
 * @returns {string | undefined}
 */
export function shouldIgnore(path) {
  const { node, parent } = path;
  if (isCreateMachine(parent) && parent.arguments.includes(node))
    return 'the literal of a machine is judged by transition coverage';
  if (node.type === 'ObjectProperty' && node.key.name === 'types' && isSetup(path.parentPath?.parent))
    return 'only types';
  return undefined;
}

function isCreateMachine(node) {
  return (
    node?.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.property.name === 'createMachine'
  );
}

function isSetup(node) {
  return node?.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'setup';
}
