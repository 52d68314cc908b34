import {
  CodeChallengeMethod,
  OAuth2RequestError,
  OAuth2Strategy,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from "remix-auth-oauth2";
import { readParam } from "~/domain/kit/search-params";
import type { Provider, ThirdPartyPerson } from "~/domain/people/accounts/identities";
import { logger } from "~/platform/logger.server";
import { equalInConstantTime, randomToken } from "~/platform/secrets/tokens.server";
import { type Flow, keepFlow, readFlow } from "./flow.server";
import { Unproven, personOfTokens } from "./proof.server";
import { type Endpoints, endpointsOf, type ThirdParty, TIME_LIMIT_MS } from "./providers.server";

/** Facebook's codes have some hundred characters. */
const CODE_MAX = 4000;

const SCOPES: Record<Provider, string[]> = {
  google: ["openid", "email", "profile"],
  facebook: ["public_profile", "email"],
};

/** Thrown by `CodeFlow`; the message can be shown. */
export class ThirdPartyError extends Error {
  override name = "ThirdPartyError";
}

/**
 * One login at one provider: remix-auth-oauth2's code flow with PKCE (S256). Its own cookie is not signed, not removed
 * and holds no nonce, so the shop's cookie replaces it; the library builds the addresses and exchanges the code.
 */
export class CodeFlow extends OAuth2Strategy<ThirdPartyPerson> {
  readonly #party: ThirdParty;
  #nonce = "";

  private constructor(party: ThirdParty, endpoints: Endpoints, origin: string) {
    super(
      {
        clientId: party.clientId,
        clientSecret: party.clientSecret,
        authorizationEndpoint: endpoints.authorization,
        tokenEndpoint: endpoints.token,
        redirectURI: `${origin}/auth/${party.key}/callback`,
        scopes: SCOPES[party.key],
        codeChallengeMethod: CodeChallengeMethod.S256,
      },
      ({ tokens }) => personOfTokens(party, endpoints.proof, tokens, this.#nonce),
    );
    this.#party = party;
  }

  /**
   * @param origin the shop's own, to which the provider sends the browser back
   * @throws {ThirdPartyError} when the provider has to be asked for its endpoints and does not answer
   */
  static async at(party: ThirdParty, origin: string): Promise<CodeFlow> {
    try {
      return new CodeFlow(party, await endpointsOf(party), origin);
    } catch (error) {
      throw unreachable(party, error);
    }
  }

  /** @returns the provider's page to send the browser to, and the Set-Cookie value that remembers the flow */
  async begin(purpose: Pick<Flow, "redirectTo" | "accountId">): Promise<{ url: string; cookie: string }> {
    const { state, codeVerifier, url } = this.createAuthorizationURL();
    const nonce = randomToken();
    if (this.#party.key === "google") url.searchParams.set("nonce", nonce);
    const { key: provider } = this.#party;
    const cookie = keepFlow({
      ...purpose,
      provider,
      state,
      codeVerifier,
      nonce,
      startedAt: Date.now(),
    });
    return { url: url.toString(), cookie };
  }

  /**
   * The person who came back from the provider.
   * @param request the provider's redirect, with the cookie of its flow
   * @throws {ThirdPartyError} when that is not certain
   */
  override async authenticate(request: Request): Promise<ThirdPartyPerson> {
    const answer = new URL(request.url).searchParams;
    const flow = readFlow(request, this.#party.key);
    if (!flow || !equalInConstantTime(readParam(answer, "state") ?? "", flow.state))
      throw new ThirdPartyError("This login is too old, or was used already. Please try again");
    if (readParam(answer, "error") === "access_denied")
      throw new ThirdPartyError(`The login at ${this.#party.label} was cancelled`);
    const code = readParam(answer, "code", CODE_MAX);
    if (!code) throw refused(this.#party, new Error(`no code but error ${readParam(answer, "error")}`));
    this.#nonce = flow.nonce;
    try {
      const tokens = await inTime(this.validateAuthorizationCode(code, flow.codeVerifier));
      return await this.verify({ request, tokens });
    } catch (error) {
      throw isAnswer(error) ? refused(this.#party, error) : unreachable(this.#party, error);
    }
  }
}

/** Whether the provider answered and refused, rather than not answering. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof Unproven ||
    error instanceof OAuth2RequestError ||
    error instanceof UnexpectedErrorResponseBodyError ||
    (error instanceof UnexpectedResponseError && error.status < 500)
  );
}

/** arctic's requests have no time limit of their own. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIME_LIMIT_MS} ms`)), TIME_LIMIT_MS);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function refused({ key, label }: ThirdParty, err: unknown): ThirdPartyError {
  logger.warn({ provider: key, reason: reasonOf(err) }, "a third-party login was refused");
  return new ThirdPartyError(`${label} did not confirm this login. Please try again`);
}

function unreachable({ key, label }: ThirdParty, err: unknown): ThirdPartyError {
  logger.warn({ provider: key, reason: reasonOf(err) }, "a third-party provider could not be reached");
  return new ThirdPartyError(
    `${label} cannot be reached at the moment. Please try again later, or log in with your password`,
  );
}

/** Never log the error itself: its properties may hold a token. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 300) : String(error));
