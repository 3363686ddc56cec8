import { screen } from "@testing-library/react";
import { ChangeList } from "@/components/features/operation-log/change-list";
import type { OperationDetailDto } from "@/lib/features/operation-log/dto";
import { renderWithTexts } from "@/tests/factories/render";

const ROLE = "5b1f9a54-0000-7000-8000-0000000000aa";
const row = {
  before: { monthlyBudgetMicros: 500_000, dailyTokenLimit: 1_000_000, enabled: true, status: "enabled", roleIds: [] },
  after: {
    monthlyBudgetMicros: 12_500_000,
    dailyTokenLimit: null,
    enabled: false,
    status: "disabled",
    roleIds: [ROLE],
    permissions: ["SYSTEM:GATEWAY"],
    expiresAt: "2026-11-03T08:00:00.000Z",
    size: 1536,
    port: 5432,
    settings: { someNewField: "x" },
  },
  names: { [ROLE]: "审计员", "SYSTEM:GATEWAY": "供应商网关" },
  currency: "CNY",
} as unknown as OperationDetailDto;

describe("what changed", () => {
  it.each([
    ["zh_CN", ["每月预算", "¥12.50", "¥0.50", "不限", "1,000,000", "停用", "2026 年 11 月 3 日", "1.5 KB"]],
    ["en_US", ["Monthly budget", "¥12.50", "¥0.50", "No limit", "1,000,000", "Disabled", "3 Nov 2026", "1.5 KB"]],
  ] as const)("reads in words in %s: amounts, limits, names, moments", async (locale, words) => {
    const { container } = await renderWithTexts(<ChangeList row={row} />, locale);
    const text = container.textContent ?? "";
    for (const word of [...words, "审计员", "供应商网关", "5432"]) expect(text).toContain(word);
    expect(text).not.toMatch(/Micros|12500000|500000\b|true|false|someNewField|SYSTEM:GATEWAY/);
    expect(container.innerHTML).not.toContain("Micros");
    expect(screen.getAllByRole("deletion").length).toBeGreaterThan(2);
  });

  it("reads in words what was handed over", async () => {
    const given = { toId: ROLE, owned: [{ kind: "apiKeys", count: 1, names: ["归档脚本"] }] };
    const handed = { after: given, names: { [ROLE]: "赵云" }, currency: "CNY" } as unknown as OperationDetailDto;
    const { container } = await renderWithTexts(<ChangeList row={handed} />);
    for (const word of ["赵云", "API 密钥", "归档脚本"]) expect(container).toHaveTextContent(word);
    expect(container.textContent).not.toMatch(/apiKeys|names/);
  });
});
