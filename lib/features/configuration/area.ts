import { defineArea } from "@/lib/areas/define";

export const CONFIGURATION = defineArea({
  codes: {
    CONFIG_BASIC: { code: "SYSTEM:CONFIG:BASIC", number: 31 },
  },
  errors: {
    settingsUnreadable: 422,
    settingsNewer: 422,
    settingsChanged: 409,
  },
  places: {
    settingsIdentity: { href: "/system/system-manage/base-config-config#identity" },
    settingsLogin: { href: "/system/system-manage/base-config-config#login" },
    settingsRegion: { href: "/system/system-manage/base-config-config#region" },
    settingsSecurity: { href: "/system/system-manage/base-config-config#security" },
    settingsUploads: { href: "/system/system-manage/base-config-config#uploads" },
    settingsReading: { href: "/system/system-manage/base-config-config#reading" },
    settingsDocuments: { href: "/system/system-manage/base-config-config#documents" },
    settingsMail: { href: "/system/system-manage/base-config-config#mail" },
    settingsFile: { href: "/system/system-manage/base-config-config#settingsFile" },
    backups: { href: "/system/system-manage/base-config-config?tab=backups" },
  },
});
