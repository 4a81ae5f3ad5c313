/** A resource with its version. A change takes the `etag` of the version that somebody has read. It throws ProblemError
 *  `changed-meanwhile` if somebody else has changed the resource since. */
export interface TaggedResource<Resource> {
  resource: Resource
  etag: string
}
