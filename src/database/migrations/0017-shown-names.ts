import type { Kysely } from 'kysely'

/** How messages and pages of an entity name the contact, and the opt-out that *this is not me* replaced. */
export async function up({ schema }: Kysely<unknown>) {
  await schema.alterTable('entities').addColumn('names', 'text').execute()
  await schema.alterTable('opt_outs').addColumn('replaced', 'text').execute()
}
