/**
 * Connections of a process that write, unless DATABASE_WRITERS says how many: enough for more orders than it can compute, also if
 * each takes a dozen round trips of 3 ms.
 */
export const WRITERS = 12;
