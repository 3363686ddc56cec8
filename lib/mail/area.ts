import { defineArea } from "@/lib/areas/define";

export const MAIL = defineArea({
  errors: {
    mailNotSet: 422,
    mailUnreachable: 422,
    mailTlsFailed: 422,
    mailLoginFailed: 422,
    mailRefused: 422,
  },
});
