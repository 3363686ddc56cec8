import "server-only";
import { ChannelError } from "./errors";
import type { PasswordDriver } from "./types";

export const ldap: PasswordDriver = { check: () => Promise.reject(new ChannelError("badConfiguration")) };
