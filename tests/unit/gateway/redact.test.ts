import { redactContent } from "@/lib/models/redact";
import { cpuMs } from "@/tests/factories/cpu";

describe("redaction", () => {
  it.each([
    ["mail li.lei@example.com.cn now", "mail [e-mail] now"],
    ["call 13812345678", "call [phone]"],
    ["call +86 138 1234 5678", "call [phone]"],
    ["id 11010519491231002X ok", "id [id] ok"],
    ["card 6222 0202 0001 1234 567", "card [card]"],
    ["key sk-proj-abcdef123456", "key [key]"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdEFGH", "[token]"],
  ])("%s", (text, expected) => {
    expect(redactContent(text)).toBe(expected);
  });

  it.each(["In 2026 sales grew 18.6 %", "合同共 12 页，总价 4,812 元", "1 2 3 4 5"])(
    "leaves plain words: %s",
    (text) => {
      expect(redactContent(text)).toBe(text);
    },
  );

  it("takes no time over hostile text", () => {
    const hostile = `${"a.".repeat(50_000)}@${"1 ".repeat(50_000)}`;
    expect(cpuMs(() => redactContent(hostile))).toBeLessThan(1000);
  });
});
