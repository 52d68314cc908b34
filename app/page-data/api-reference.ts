/** The data of the API reference, which api/reference.server.ts makes from the OpenAPI document. */
export interface Reference {
  chapters: Chapter[];
  /** Answers that many operations share. */
  statuses: Status[];
  /** What the shop posts to other servers. */
  events: ReferenceEvent[];
}

export interface ReferenceEvent {
  id: string;
  /** E.g. "order.paid". */
  type: string;
  summary: string;
  fields: Field[];
  /** A body, as JSON. */
  example: string;
}

export interface Chapter {
  id: string;
  name: string;
  description: string;
  calls: ReferenceCall[];
}

export interface ReferenceCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** One entry for each paragraph. */
  description: string[];
  /** Who may call it, in words. */
  access: string;
  parameters: (Field & { place: "path" | "query" })[];
  body: { mediaType: string; fields: Field[] } | undefined;
  answer: { type: string; description: string; fields: Field[]; example: string };
  /** Answers other than 200. Those without a description are among the shared answers. */
  statuses: Status[];
  curl: string;
}

export interface Status {
  id: string;
  status: string;
  description: string;
}

/** A row of a table of fields, with the rows below it. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  description: string;
  fields: Field[];
}
