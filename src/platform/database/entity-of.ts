import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  DeleteQueryNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  RawNode,
  ReferenceNode,
  SelectQueryNode,
  UpdateQueryNode,
  ValueNode,
} from 'kysely'

/** Returns the value that a statement, or a select within it, compares with `entity_id`; undefined if it finds none. */
export function entityOf(query: OperationNode | undefined): unknown {
  if (!query) return undefined
  if (AliasNode.is(query) || ParensNode.is(query)) return entityOf(query.node)
  if (RawNode.is(query)) return firstOf(query.parameters)
  if (UpdateQueryNode.is(query) || DeleteQueryNode.is(query)) return namedIn(query.where?.where)
  if (!SelectQueryNode.is(query)) return undefined
  const { where, from, with: tables } = query
  return namedIn(where?.where) ?? firstOf(from?.froms) ?? firstOf(tables?.expressions.map((table) => table.expression))
}

const firstOf = (queries: readonly OperationNode[] = []) =>
  queries.map(entityOf).find((entityId) => entityId !== undefined)

function namedIn(condition: OperationNode | undefined): unknown {
  if (!condition) return undefined
  if (ParensNode.is(condition)) return namedIn(condition.node)
  if (AndNode.is(condition)) return namedIn(condition.left) ?? namedIn(condition.right)
  if (!BinaryOperationNode.is(condition)) return undefined
  const { leftOperand, operator, rightOperand } = condition
  const isEqual = OperatorNode.is(operator) && operator.operator === '='
  return isEqual && isEntityId(leftOperand) && ValueNode.is(rightOperand) ? rightOperand.value : undefined
}

const isEntityId = (operand: OperationNode) =>
  ReferenceNode.is(operand) && ColumnNode.is(operand.column) && operand.column.column.name === 'entity_id'
