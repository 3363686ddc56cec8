import { envSchema, SECRET_NAMES } from "@/lib/config/env";
import { SECRET_NAMES as TAKEN } from "../../../scripts/lib/secret-environment.mjs";

/** Named like a secret, and none. */
const PUBLIC = ["LICENCE_PUBLIC_KEY", "OPENAI_BASE_URL", "PUBLIC_URL"];

test("the start takes out every secret the application reads, and a new one cannot be forgotten", () => {
  expect([...TAKEN].sort()).toEqual([...SECRET_NAMES].sort());
  const likely = Object.keys(envSchema.shape).filter((name) => /SECRET|KEY|PASSWORD|TOKEN|URL$|SOCKET/.test(name));
  expect(likely.filter((name) => !PUBLIC.includes(name)).sort()).toEqual([...SECRET_NAMES].sort());
});
