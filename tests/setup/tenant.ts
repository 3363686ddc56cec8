import { ENTRA_APP_URI, ENTRA_CLIENT, startEntraServer } from "../fakes/entra-server";
import { openLoginChannels } from "./e2e-login-channels";

/** A tenant of one journey's own, and its channel in the running product. */
export async function withTenant(
  run: (at: {
    tenant: Awaited<ReturnType<typeof startEntraServer>>;
    channels: Awaited<ReturnType<typeof openLoginChannels>>;
    name: string;
  }) => Promise<void>,
): Promise<void> {
  const [tenant, channels] = await Promise.all([startEntraServer(), openLoginChannels()]);
  try {
    const name = `Tenant ${crypto.randomUUID().slice(0, 8)}`;
    await channels.make({
      kind: "entra",
      name,
      settings: { tenantId: tenant.tenantId, authority: tenant.authority },
      secrets: { clientSecret: ENTRA_CLIENT.secret },
      app: { appId: ENTRA_CLIENT.id, appIdUri: ENTRA_APP_URI },
      provisioning: { roleIds: [await channels.roleId("staff")] },
    });
    await run({ tenant, channels, name });
  } finally {
    await channels.close();
    await tenant.close();
  }
}

/** Somebody of the tenant nobody here knows yet. */
export function newcomer() {
  const oid = crypto.randomUUID();
  return { oid, preferred_username: `${oid.slice(0, 12)}@corp.test`, name: "Anna" };
}
