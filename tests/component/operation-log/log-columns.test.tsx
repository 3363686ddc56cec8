import { useLogColumns } from "@/components/features/operation-log/log-columns";
import type { OperationDto } from "@/lib/features/operation-log/dto";
import { renderWithTexts } from "@/tests/factories/render";

function Target({ row }: { row: OperationDto }) {
  const column = useLogColumns(() => undefined).find(({ key }) => key === "target");
  return column?.cell(row);
}

describe("what an entry of the log was about", () => {
  it.each([
    ["zh_CN", "网关设置"],
    ["en_US", "Gateway settings"],
  ] as const)("names settings in words in %s", async (locale, name) => {
    const row = { targetType: "config", targetName: "gatewayConfig", targetId: "gatewayConfig" } as OperationDto;
    const { container } = await renderWithTexts(<Target row={row} />, locale);
    expect(container).toHaveTextContent(name);
    expect(container.innerHTML).not.toContain("gatewayConfig");
  });
});
