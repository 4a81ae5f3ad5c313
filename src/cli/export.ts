import type { Command } from 'commander'
import { exportContact } from '../administration/export/contact-export.ts'
import { exportPage } from '../administration/export/export-page.ts'
import { Problem } from '../platform/errors/errors.ts'
import { systemClock } from '../platform/time/instant.ts'
import { CommandFailure, print } from './terminal.ts'
import { requireEntity, withExistingDatabase } from './with-database.ts'

export function exportCommand(command: Command) {
  command
    .option('--page', 'print a page for the contact (HTML) instead of JSON')
    .action(async (entityId: string, externalId: string, { page }: { page?: boolean }, command: Command) => {
      const { entity, copy } = await withExistingDatabase(async (database) => ({
        entity: await requireEntity(database, entityId),
        copy: await exportContact(database, { entityId, externalId }, systemClock.now()).catch(explain),
      }))
      print(command, copy, page ? exportPage(entity, copy) : JSON.stringify(copy, undefined, 2))
    })
}

function explain(error: unknown): never {
  if (error instanceof Problem && error.code === 'contact-not-found')
    throw new CommandFailure('The entity has no data of a contact with this key. Check the key.')
  throw error
}
