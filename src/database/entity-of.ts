import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type OperationNode,
  OperatorNode,
  ReferenceNode,
  SelectQueryNode,
  ValueNode,
} from 'kysely'

/** Returns the value that a select compares with `entity_id`; undefined if it does not name one entity so. */
export const entityOf = (query: OperationNode): unknown =>
  SelectQueryNode.is(query) && query.where ? namedIn(query.where.where) : undefined

function namedIn(condition: OperationNode): unknown {
  if (AndNode.is(condition)) return namedIn(condition.left) ?? namedIn(condition.right)
  if (!BinaryOperationNode.is(condition)) return undefined
  const { leftOperand, operator, rightOperand } = condition
  const isEqual = OperatorNode.is(operator) && operator.operator === '='
  return isEqual && isEntityId(leftOperand) && ValueNode.is(rightOperand) ? rightOperand.value : undefined
}

const isEntityId = (operand: OperationNode) =>
  ReferenceNode.is(operand) && ColumnNode.is(operand.column) && operand.column.column.name === 'entity_id'
