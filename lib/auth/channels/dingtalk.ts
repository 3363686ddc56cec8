import "server-only";
import { ChannelError } from "./errors";
import type { RedirectDriver } from "./types";

export const dingtalk: RedirectDriver = {
  begin: () => Promise.reject(new ChannelError("badConfiguration")),
  complete: () => Promise.reject(new ChannelError("badConfiguration")),
};
