import { type TSchema, Type } from 'typebox'
import type { AlternativeScope } from '../../access/guard/guard.ts'
import { ActionRecord } from '../../log/actions/action.ts'
import { ArrivalStatus } from '../../messages/check-in/arrival-status.ts'
import type { ProblemCode } from '../../platform/errors/problem-kinds.ts'
import { json } from '../../platform/http/reference.ts'
import { AnnulmentReason, ArrivalDetails } from './bodies.ts'

/** How a request names the appointment: by its check-in token, or by its notification. */
interface Naming {
  params: TSchema
  operationIdSuffix: string
  summarySuffix: string
  /** A scope that is sufficient for the status and for an arrival that is not forced. */
  alternativeScope?: AlternativeScope
  /** The first sentence about marking an arrival. */
  arrivalText: string
  /** The problems of this way to name an appointment. */
  problems: readonly ProblemCode[]
  annulmentProblems: readonly ProblemCode[]
}

/** The operations on an arrival. */
export const arrivalOperations = ({
  params,
  operationIdSuffix,
  summarySuffix,
  alternativeScope,
  arrivalText,
  problems,
  annulmentProblems,
}: Naming) => {
  const schemaOf = (operationId: string, summary: string, description: string) => ({
    operationId: operationId + operationIdSuffix,
    summary: summary + summarySuffix,
    description,
    tags: ['check-in'],
    params,
  })
  const recorded = (description: string) => ({
    201: json(`${description} The body is the record of the action.`, ActionRecord, 'Rollcall-Sequence'),
  })
  return {
    status: {
      config: {
        scope: 'checkin:read',
        personal: 'contact',
        ...(alternativeScope && { alternativeScope }),
        responses: { 200: json('The state of the arrival.', ArrivalStatus) },
        problems,
      },
      schema: schemaOf(
        'getArrivalStatus',
        'Get whether the arrival can be marked',
        'Says whether a POST would mark the arrival now, or whether it was marked before, is too early or is too late.',
      ),
    },
    arrival: {
      config: {
        scope: 'checkin:write',
        personal: 'contact',
        tests: 'visit',
        ...(alternativeScope && { alternativeScope: { ...alternativeScope, appliesTo: 'arrivals without `force`' } }),
        requestHeaders: ['Idempotency-Key'],
        responses: recorded('The arrival is marked.'),
        problems: [...problems, 'person-required', 'already-arrived', 'too-early', 'too-late'],
      },
      schema: {
        ...schemaOf(
          'markArrival',
          'Mark the arrival',
          `${arrivalText} The service records it once, within the entity's window around the appointment. With \`force\` and a reason, it records the arrival also outside of the window.`,
        ),
        body: Type.Optional(ArrivalDetails),
      },
    },
    annulment: {
      config: {
        scope: 'checkin:write',
        personal: 'contact',
        tests: 'visit',
        requestHeaders: ['Idempotency-Key'],
        responses: recorded('The arrival is reversed.'),
        problems: [...annulmentProblems, 'person-required', 'not-arrived', 'too-late'],
      },
      schema: {
        ...schemaOf(
          'annulArrival',
          'Reverse an arrival',
          "Restores the state before the arrival, and records the action `annul`. It is possible until the end of the visit's day in the entity's time zone. Afterwards, the arrival can be marked again.",
        ),
        body: AnnulmentReason,
      },
    },
  } as const
}
