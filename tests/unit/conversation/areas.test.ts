import { appOfKind, areaOfApp, areaOfKind, conversationHref } from "@/lib/conversation/areas";

const ID = "0198c1de-0000-7000-8000-000000000001";

it("areas are found by the kind of their conversations and by the ledger's name", () => {
  expect(areaOfKind("personal")?.permission).toBe("PERSONAL:CHAT");
  expect(areaOfApp("document")?.code).toBe("document");
  expect(appOfKind("personal")).toBe("chat");
  expect(appOfKind("forgotten")).toBe("forgotten");
  expect(areaOfApp("forgotten")).toBeUndefined();
});

it("a kind leads back to its conversations, at a message where one is meant", () => {
  expect(conversationHref("personal", ID, ID)).toBe(`/personal/chat?id=${ID}&message=${ID}`);
  expect(conversationHref("document", ID)).toBe(`/personal/document/comminicate?id=${ID}`);
  expect(conversationHref("forgotten", ID)).toBeNull();
});
