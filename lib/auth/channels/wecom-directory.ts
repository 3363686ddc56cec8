import "server-only";
import { ChannelError } from "./errors";
import type { DirectoryDriver } from "./types";

export const wecomDirectory: DirectoryDriver = { read: () => Promise.reject(new ChannelError("badConfiguration")) };
