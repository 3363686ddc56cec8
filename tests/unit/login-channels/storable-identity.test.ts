import { storableReading, storableRedirect, storableToken } from "@/lib/auth/channels/storable-identity";
import type { CompleteInput, OpenChannel, OutsideIdentity } from "@/lib/auth/channels/types";

const identity: OutsideIdentity = {
  issuer: "https://id.test",
  subject: "1",
  account: "li\0na",
  name: "Li \ud83d",
  claims: { "gro\0ups": ["staff\0"] },
};
const channel = {} as OpenChannel;
const redirect = (told: OutsideIdentity) =>
  storableRedirect({ begin: async () => ({ url: "", secrets: {} }), complete: async () => told });

describe("people as another side tells of them", () => {
  it("can be stored, whatever their texts hold", async () => {
    const mended = await redirect(identity).complete(channel, {} as CompleteInput);
    expect(mended).toEqual({
      ...identity,
      account: "li\ufffdna",
      name: "Li \ufffd",
      claims: { "gro\ufffdups": ["staff\ufffd"] },
    });
  });

  it("are refused when the key they are known by cannot be kept: two could become one", async () => {
    const told = { ...identity, subject: "1\0" };
    await expect(redirect(told).complete(channel, {} as CompleteInput)).rejects.toThrow("claims");
    const token = storableToken({ verify: async () => ({ identity: told }) });
    await expect(token.verify(channel, "")).rejects.toThrow("claims");
  });

  it("come out of a directory whole, but for those without such a key", () => {
    const person = { subject: "a", account: "a", name: "A\0", departmentIds: ["d\0"], claims: {}, disabled: false };
    const departments = [{ id: "d\0", parentId: null, name: "D \udc00" }];
    const reading = storableReading({ departments, people: [person, { ...person, subject: "\ud800" }] });
    expect(reading).toEqual({
      departments: [{ id: "d\ufffd", parentId: null, name: "D \ufffd" }],
      people: [{ ...person, name: "A\ufffd", departmentIds: ["d\ufffd"] }],
    });
  });
});
