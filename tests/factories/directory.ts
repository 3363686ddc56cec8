import type { ChannelProvisioning } from "@/lib/auth/channels/schema";
import { BASE_DN, BIND_DN, BIND_PASSWORD, type Slapd } from "@/tests/fakes/slapd";
import { makeLoginChannel } from "./login-channels";

interface DirectoryOptions {
  settings?: Record<string, string | boolean>;
  secrets?: Record<string, string>;
  provisioning?: Partial<ChannelProvisioning>;
}

/** A directory channel that asks the test's server with its service account. */
export function makeDirectory({ url }: Pick<Slapd, "url">, options: DirectoryOptions = {}) {
  return makeLoginChannel({
    kind: "ldap",
    settings: { url, bindDn: BIND_DN, baseDn: BASE_DN, ...options.settings },
    secrets: options.secrets ?? { bindPassword: BIND_PASSWORD },
    provisioning: options.provisioning,
  });
}
