import type { DatabaseConnection, Driver, TransactionSettings } from "kysely";
import { type Given, ShopConnection } from "./connection.server";

/** Kysely's driver over a pool of connections. */
export class ShopDriver implements Driver {
  readonly #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new ShopConnection(this.#given);
  }

  /** One that names its level of isolation guards by itself what it relies on (`beside`). */
  async beginTransaction(connection: ShopConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    await connection.begin(isolationLevel === undefined);
  }

  async commitTransaction(connection: ShopConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: ShopConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: ShopConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#given.pool.end();
  }
}
