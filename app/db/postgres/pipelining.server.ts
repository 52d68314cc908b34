import {
  type AbortableOperationOptions,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
} from "kysely";
import type { Tables } from "../tables";

/**
 * A handle whose transactions send each statement as it is asked. Kysely's own would send it when the one before is answered,
 * although the server carries out what it gets on a connection in the order in which it was sent.
 */
export function pipelining(dialect: Dialect): Kysely<Tables> {
  const driver = dialect.createDriver();
  const provider = new DefaultConnectionProvider(driver);
  const executor = new PipeliningExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), provider);
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
}

class PipeliningExecutor extends DefaultQueryExecutor {
  /** Kysely's step into a transaction. @param provider has its one connection, and gives it to one after the other */
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    return super.withConnectionProvider(new AtOnce(provider));
  }
}

class AtOnce implements ConnectionProvider {
  #connection: Promise<DatabaseConnection> | undefined;

  constructor(readonly provider: ConnectionProvider) {}

  async provideConnection<T>(
    consumer: (connection: DatabaseConnection) => Promise<T>,
    options?: AbortableOperationOptions,
  ): Promise<T> {
    this.#connection ??= this.provider.provideConnection(async (connection) => connection, options);
    return consumer(await this.#connection);
  }
}
