/** The package brings no types: what our fake uses of it. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Context {
    oidc: {
      client?: { clientId: string };
      session?: { accountId?: string };
      provider: { Grant: new (input: { clientId: string; accountId: string }) => Grant };
    };
  }
  interface Configuration {
    interactions: { url(context: Context, interaction: { uid: string }): string };
    findAccount(context: Context, id: string): unknown;
    loadExistingGrant(context: Context): Promise<Grant | undefined>;
    [name: string]: unknown;
  }
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Client: { prototype: { redirectUriAllowed(uri: string): boolean } };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: unknown): Promise<void>;
  }
}
