import { defineArea } from "@/lib/areas/define";

export const TOOLS = defineArea({
  codes: {
    CONFIG_TOOLS: { code: "SYSTEM:CONFIG:TOOLS", number: 29 },
  },
  errors: {
    stdioNotAllowed: 422,
    stdioAdministrators: 403,
    mcpNameTaken: 409,
    mcpServerLimit: 409,
    searchProviderLimit: 409,
    searchProviderTaken: 409,
    ownNameTaken: 409,
    ownServerLimit: 409,
    ownToolBlocked: 403,
    operationMoved: 409,
    apiPlainAddress: 422,
  },
  places: {
    makeTool: { href: "/apps/add-api-tool", begins: true },
    importTools: { href: "/apps/custom-import", begins: true },
    searchProviders: { href: "/system/system-manage/sys-common?open=web_search" },
    addToolServer: { href: "/system/system-manage/sys-common?open=add", begins: true },
  },
});
