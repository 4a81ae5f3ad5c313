declare module '../../../platform/database/schema.ts' {
  interface Schema {
    /** How the columns of the entity's files map to the fields of a submission. */
    mappings: {
      entity_id: string
      name: string
      /** JSON. */
      mapping: string
    }
  }
}

export {}
