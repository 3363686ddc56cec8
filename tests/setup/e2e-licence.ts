import { createPrivateKey, randomUUID, sign } from "node:crypto";

const DAY = 86_400_000;

/** A licence of the issuer this run's product believes: unlimited seats, so that it hinders no other test. */
export function licenceFor(customer: string, days: number): string {
  const claims = {
    serial: randomUUID(),
    customer,
    startTime: new Date(Date.now() - DAY).toISOString(),
    endTime: new Date(Date.now() + days * DAY).toISOString(),
    seats: null,
    version: "*",
    issuedAt: new Date().toISOString(),
  };
  const signed = `meridian-licence-1.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  const key = createPrivateKey(process.env.E2E_LICENCE_KEY ?? "");
  return `${signed}.${sign(null, Buffer.from(signed), key).toString("base64url")}`;
}
