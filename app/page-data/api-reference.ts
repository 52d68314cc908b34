/** The data of the API reference, which http/api/reference.server.ts makes from the OpenAPI document. */
export interface Reference {
  chapters: Chapter[];
  /** Answers that many operations share. */
  statuses: Status[];
}

export interface Chapter {
  id: string;
  name: string;
  words: string;
  calls: ReferenceCall[];
}

export interface ReferenceCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** Paragraphs. */
  words: string[];
  forWhom: string;
  parameters: (Field & { place: "path" | "query" })[];
  body: { mediaType: string; fields: Field[] } | undefined;
  answer: { type: string; words: string; fields: Field[]; example: string };
  /** Answers other than 200. Those without a description are among the shared answers. */
  statuses: Status[];
  curl: string;
}

export interface Status {
  id: string;
  status: string;
  words: string;
}

/** A row of a table of fields, with the rows below it. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  words: string;
  fields: Field[];
}
