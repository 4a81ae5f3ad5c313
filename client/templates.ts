import type { Static } from 'typebox'
import type {
  Draft,
  ListedTemplate,
  Preview,
  PreviewRequest,
  Template,
  TemplatePath,
  TemplateVersion,
} from '../src/contacts/templates/template.ts'
import type { Connection } from './connection.ts'
import type { TaggedResource } from './tagged.ts'

/** Names the message of an entity whose words a template replaces. */
export type TemplateKey = Omit<TemplatePath, 'entity_id'>

export interface TemplateMethods {
  /** Lists the templates of the entity, without their words. All other messages have the shipped words. */
  templates(entityId: string): Promise<ListedTemplate[]>
  /** Returns the template, or the shipped words. */
  template(entityId: string, key: TemplateKey): Promise<TaggedResource<Template>>
  /** Sets the words of a message. Throws ProblemError `invalid-body` with all faults. Without `etag`, replaces any version. */
  setTemplate(entityId: string, key: TemplateKey, words: Draft, etag?: string): Promise<TaggedResource<Template>>
  /** Returns to the shipped words. */
  deleteTemplate(entityId: string, key: TemplateKey, etag?: string): Promise<void>
  /** Lists the latest 100 versions of a template, the newest first. */
  templateVersions(entityId: string, key: TemplateKey): Promise<TemplateVersion[]>
  /** Makes the words of a version apply again, as a new version. */
  restoreTemplate(entityId: string, key: TemplateKey, version: number, etag?: string): Promise<TaggedResource<Template>>
  /** Renders the message of a notification, or for an example contact. Without a text, the current template applies. */
  previewTemplate(entityId: string, key: TemplateKey, shown?: Static<typeof PreviewRequest>): Promise<Preview>
  /** Sends the message to this address, marked as a test. */
  testTemplate(entityId: string, key: TemplateKey, uid: string, words?: Partial<Draft>): Promise<void>
}

export const templateMethods = ({ ask, askJson, askTagged, address }: Connection): TemplateMethods => {
  const of = (
    entityId: string,
    { category, target, language, channel, kind }: TemplateKey,
    ...operation: string[]
  ): [entityId: string, url: URL] => [
    entityId,
    address('templates', entityId, category, target, language, channel, kind, ...operation),
  ]
  return {
    templates: (entityId) => askJson(entityId, address('templates', entityId)),
    template: (entityId, key) => askTagged(...of(entityId, key)),
    setTemplate: (entityId, key, body, etag) =>
      askTagged(...of(entityId, key), { change: { method: 'PUT', body, etag } }),
    async deleteTemplate(entityId, key, etag) {
      await ask(...of(entityId, key), { change: { method: 'DELETE', etag } })
    },
    templateVersions: (entityId, key) => askJson(...of(entityId, key, 'versions')),
    restoreTemplate: (entityId, key, version, etag) =>
      askTagged(...of(entityId, key, 'versions', `${version}`, 'restoration'), { change: { etag } }),
    previewTemplate: (entityId, key, body = {}) => askJson(...of(entityId, key, 'preview'), { change: { body } }),
    async testTemplate(entityId, key, uid, words = {}) {
      await ask(...of(entityId, key, 'test'), { change: { body: { ...words, uid } } })
    },
  }
}
