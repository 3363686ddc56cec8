import "server-only";
import { ChannelError } from "./errors";
import type { RedirectDriver } from "./types";

export const wecom: RedirectDriver = {
  begin: () => Promise.reject(new ChannelError("badConfiguration")),
  complete: () => Promise.reject(new ChannelError("badConfiguration")),
};
