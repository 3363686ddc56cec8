import "server-only";
import { ChannelError } from "./errors";
import type { DirectoryDriver } from "./types";

export const ldapDirectory: DirectoryDriver = { read: () => Promise.reject(new ChannelError("badConfiguration")) };
