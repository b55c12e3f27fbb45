declare module 'virtual:scenario-schema' {
  /** schemas/scenario.schema.json: the build of the page knows where it is. */
  const schema: import('./schema-options.ts').JsonSchema;
  export default schema;
}
