import { api } from "../http/api-client";
import { STORED, writeStored } from "./stored";

export interface LoginMethod {
  type: string;
  name: string;
  url?: string;
}

export interface Credentials {
  username: string;
  password: string;
  vfCode?: string;
  codeUuid?: string;
}

/** Logs in with a password and keeps the token. Throws `ApiError`; code 400 carries `captchaRequired`. */
export async function loginWithPassword(credentials: Credentials): Promise<void> {
  const { token } = await api.post<{ token: string }>("/token/login-pw", credentials);
  writeStored(STORED.token, token);
}

/** Exchanges the token of a `jwt` query value for a session of ours. */
export async function loginWithToken(jwt: string): Promise<void> {
  const { token } = await api.post<{ token: string }>("/token/login-jwt", { token: jwt });
  writeStored(STORED.token, token);
}

export async function loadLoginMethods(): Promise<LoginMethod[]> {
  const { methods } = await api.get<{ methods: LoginMethod[] }>("/admin/login-config/current");
  writeStored(STORED.loginMethods, JSON.stringify(methods.map((method) => method.type)));
  return methods;
}

/** Whether this person must set a password of their own before anything else. */
export async function loadFirstLogin(): Promise<boolean> {
  const { isFirstLogin } = await api.get<{ isFirstLogin: boolean }>("/admin/user/is-first-login");
  writeStored(STORED.isFirstLogin, String(isFirstLogin));
  return isFirstLogin;
}

/** Takes the `jwt` value out of the address bar at once and returns it: a token in an address ends up in histories. */
export function takeJwtFromAddress(): string | null {
  const here = new URL(window.location.href);
  const jwt = here.searchParams.get("jwt");
  if (!jwt) return null;
  here.searchParams.delete("jwt");
  window.history.replaceState(window.history.state, "", here.pathname + here.search + here.hash);
  return jwt;
}
