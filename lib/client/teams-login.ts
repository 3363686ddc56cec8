import { api } from "./api-client";
import { STORED, writeStored } from "./stored";

/** The client answers at once, or nobody is there. */
const GREETING_MS = 6000;
/** It may ask the person for consent first. */
const TOKEN_MS = 30_000;
/** Where the library looks for a newer list of hosts while it is loaded. */
const LIST_HOST = "https://res.cdn.office.net/";

/** Signs in with the token of the team client we stand in. Throws when there is none, or it is not taken. */
export async function loginInTeams(): Promise<void> {
  const authToken = await clientToken();
  const { token } = await api.post("/login-teams", { authToken });
  writeStored(STORED.token, token);
}

async function clientToken(): Promise<string> {
  const { app, authentication } = await loadSdk();
  await inTime(app.initialize(), GREETING_MS);
  return inTime(authentication.getAuthToken(), TOKEN_MS);
}

/**
 * The library asks a foreign host for its list of origins as soon as it is loaded. Our content policy refuses that with
 * an error in the console, so it is refused here in silence; the library goes on with the list it brings along.
 */
async function loadSdk() {
  const original = window.fetch;
  window.fetch = (input, init) => {
    return String(input).startsWith(LIST_HOST) ? Promise.reject(new Error("not asked for")) : original(input, init);
  };
  try {
    return await import("./teams-sdk");
  } finally {
    window.fetch = original;
  }
}

function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the team client does not answer")), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
