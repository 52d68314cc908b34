import type pg from "pg";
import type { Counting } from "../engine";
import { named } from "./away.server";
import { connect } from "./pools.server";
import type { StallWatch } from "./stall.server";
import { bound } from "./values.server";

/**
 * Runs single statements that nobody's rules rely on: they do not wait for the shop's writes.
 * @param pool of connections for these
 */
export const openCounting = (pool: pg.Pool, stalls: StallWatch): Counting => ({
  async query({ name, text, values = [] }) {
    const client = await connect(pool, stalls);
    let isBroken = false;
    const end = () => {
      isBroken = true;
      client.connection.stream.destroy();
    };
    try {
      return await stalls.during(() => client.query({ name, text, values: values.map(bound) }), end);
    } catch (error) {
      isBroken = true;
      throw named(error);
    } finally {
      client.release(isBroken);
    }
  },
});
