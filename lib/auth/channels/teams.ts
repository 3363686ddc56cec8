import "server-only";
import { ChannelError } from "./errors";
import type { TokenDriver } from "./types";

export const teams: TokenDriver = { verify: () => Promise.reject(new ChannelError("badConfiguration")) };
