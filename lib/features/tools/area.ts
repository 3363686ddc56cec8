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
  },
  places: {
    addToolServer: { href: "/system/system-manage/sys-common?open=add", begins: true },
  },
});
