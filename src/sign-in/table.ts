declare module '../database/schema.ts' {
  interface Schema {
    /** The rights of groups of the identity provider. The first rule with one of a person's groups counts. */
    access_rules: {
      group_name: string
      /** The order of the rules. */
      position: number
      /** Separated by spaces. */
      scopes: string
      all_entities: 0 | 1
      /** JSON: an array of ids. Empty with `all_entities`. */
      entities: string
    }
  }
}
