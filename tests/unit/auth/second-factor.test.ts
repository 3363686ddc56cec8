import { Secret, TOTP } from "otpauth";
import { newFactor, newRecoveryCodes, stepOf } from "@/lib/auth/second-factor";
import { resetEnv } from "@/lib/config/env";

const NOW = Date.UTC(2026, 5, 1, 12, 0, 10);
const step = Math.floor(NOW / 30_000);

beforeAll(() => {
  process.env.ENCRYPTION_KEY = "k".repeat(40);
  resetEnv();
});

it("knows the codes of RFC 6238", () => {
  const secret = Secret.fromUTF8("12345678901234567890");
  const totp = new TOTP({ secret, digits: 8, period: 30 });
  expect(totp.generate({ timestamp: 59_000 })).toBe("94287082");
  expect(totp.generate({ timestamp: 1_111_111_109_000 })).toBe("07081804");
});

it("takes the step of now and one either side, later than the last used one", () => {
  const { secret, cipher } = newFactor("Meridian", "lin");
  const code = (offset: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: NOW + offset * 30_000 });
  expect([-2, -1, 0, 1, 2].map((offset) => stepOf(cipher, code(offset), 0, NOW))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ]);
  expect(stepOf(cipher, code(0), step, NOW)).toBeNull();
  expect(stepOf(cipher, code(-1), step, NOW)).toBeNull();
  expect(stepOf(cipher, code(1), step, NOW)).toBe(step + 1);
});

it.each(["", "12345", "1234567", "abcdef", "１２３４５６", "12345\0", "-12345", "1e5000"])("refuses %j", (code) => {
  expect(stepOf(newFactor("Meridian", "lin").cipher, code, 0, NOW)).toBeNull();
});

it("makes recovery codes without letters one can misread, hashed for their person", () => {
  const [one, other] = [newRecoveryCodes("u1"), newRecoveryCodes("u2")];
  for (const code of one.codes) expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){2}[2-9A-HJKMNP-Z]{4}$/);
  expect(new Set([...one.hashes, ...other.hashes]).size).toBe(20);
  expect(one.hashes.join()).not.toContain(one.codes[0]);
});
