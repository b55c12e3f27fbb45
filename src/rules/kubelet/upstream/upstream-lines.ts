// Written by scripts/upstream-lines.mjs from the sources of each release.

/**
 * Where the kubelet decides, by place: its file, its function, and its lines in each release that has it.
 */
export const upstreamLines = {
  invalidName: [
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'EnsureImageExists',
      lines:
        '1.14.10:98-102 1.22.17:98-102 1.23.17:98-102 1.24.17:98-102 1.25.16:98-102 1.26.15:108-112 1.27.16:108-112 1.28.15:110-114 1.29.15:110-114 1.30.14:111-115 1.31.14:107-111 1.32.13:126-130 1.33.13:156-160 1.34.4:156-160 1.35.4:177-181 1.36.3:177-181 1.37.2:184-188 1.38.0-beta.0:184-188',
    },
  ],
  inspects: [
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'EnsureImageExists',
      lines:
        '1.14.10:105 1.22.17:116 1.23.17:116 1.24.17:116 1.25.16:116 1.26.15:126 1.27.16:126 1.28.15:128 1.29.15:130 1.30.14:131 1.31.14:127',
    },
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'imagePullPrecheck',
      lines: '1.32.13:86 1.33.13:109 1.34.4:109 1.35.4:121 1.36.3:121 1.37.2:121 1.38.0-beta.0:121',
    },
  ],
  pullsUnseen: [
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'EnsureImageExists',
      lines:
        '1.14.10:105 1.22.17:116 1.23.17:116 1.24.17:116 1.25.16:116 1.26.15:126 1.27.16:126 1.28.15:128 1.29.15:130 1.30.14:131 1.31.14:127',
    },
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'imagePullPrecheck',
      lines: '1.32.13:83 1.33.13:106 1.34.4:106 1.35.4:118 1.36.3:118 1.37.2:118 1.38.0-beta.0:118',
    },
  ],
  inspectFailed: [
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'EnsureImageExists',
      lines:
        '1.14.10:106-110 1.22.17:117-121 1.23.17:117-121 1.24.17:117-121 1.25.16:117-121 1.26.15:127-131 1.27.16:127-131 1.28.15:129-133 1.29.15:131-135 1.30.14:132-136 1.31.14:128-132',
    },
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'imagePullPrecheck',
      lines:
        '1.32.13:87-91 1.33.13:110-114 1.34.4:110-114 1.35.4:122-126 1.36.3:122-126 1.37.2:122-126 1.38.0-beta.0:122-126',
    },
  ],
  usesPresent: [
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'EnsureImageExists',
      lines:
        '1.14.10:114-118 1.22.17:125-129 1.23.17:125-129 1.24.17:125-129 1.25.16:125-129 1.26.15:135-139 1.27.16:135-139 1.28.15:137-141 1.29.15:139-143 1.30.14:140-144 1.31.14:136-140 1.32.13:150-154 1.33.13:210-214 1.34.4:181-185 1.35.4:243-252 1.36.3:243-252 1.37.2:250-259 1.38.0-beta.0:250-259',
    },
  ],
  asksRecords: [
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'EnsureImageExists',
      lines: '1.33.13:230 1.34.4:242 1.35.4:253 1.36.3:253 1.37.2:260 1.38.0-beta.0:260',
    },
  ],
  neverAbsent: [
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'EnsureImageExists',
      lines:
        '1.14.10:120 1.22.17:131 1.23.17:131 1.24.17:131 1.25.16:131 1.26.15:141 1.27.16:141 1.28.15:143 1.29.15:145 1.30.14:146 1.31.14:142',
    },
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'imagePullPrecheck',
      lines:
        '1.32.13:102 1.33.13:117-120 1.34.4:117-120 1.35.4:130-133 1.36.3:130-133 1.37.2:130-133 1.38.0-beta.0:130-133',
    },
  ],
  neverInaccessible: [
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'EnsureImageExists',
      lines:
        '1.33.13:238-243 1.34.4:250-255 1.35.4:269-274 1.36.3:269-274 1.37.2:276-281 1.38.0-beta.0:276-281',
    },
  ],
  pullNeeded: [
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'EnsureImageExists',
      lines:
        '1.14.10:113-122 1.22.17:124-133 1.23.17:124-133 1.24.17:124-133 1.25.16:124-133 1.26.15:134-143 1.27.16:134-143 1.28.15:136-145 1.29.15:138-147 1.30.14:139-148 1.31.14:135-144 1.32.13:156 1.33.13:245 1.34.4:257 1.35.4:281 1.36.3:281 1.37.2:288 1.38.0-beta.0:288',
    },
  ],
  backOffActive: [
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'EnsureImageExists',
      lines:
        '1.14.10:125-129 1.22.17:136-140 1.23.17:136-140 1.24.17:136-140 1.25.16:136-140 1.26.15:146-150 1.27.16:146-150 1.28.15:148-152 1.29.15:150-154 1.30.14:151-155 1.31.14:147-151 1.32.13:157-170',
    },
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'pullImage',
      lines:
        '1.33.13:267-280 1.34.4:279-292 1.35.4:336-349 1.36.3:337-350 1.37.2:344-357 1.38.0-beta.0:344-357',
    },
  ],
  backOffClear: [
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'EnsureImageExists',
      lines:
        '1.14.10:130 1.22.17:141 1.23.17:141 1.24.17:141 1.25.16:141 1.26.15:152 1.27.16:152 1.28.15:154 1.29.15:156 1.30.14:157 1.31.14:153 1.32.13:175',
    },
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'pullImage',
      lines: '1.33.13:285 1.34.4:297 1.35.4:354 1.36.3:355 1.37.2:362 1.38.0-beta.0:362',
    },
  ],
  pullFailed: [
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'EnsureImageExists',
      lines:
        '1.14.10:134-143 1.22.17:146-155 1.23.17:146-155 1.24.17:146-155 1.25.16:146-155 1.26.15:157-166 1.27.16:157-166 1.28.15:159-165 1.29.15:161-167 1.30.14:162-168 1.31.14:158-164 1.32.13:180-191',
    },
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'pullImage',
      lines:
        '1.33.13:291-301 1.34.4:303-313 1.35.4:360-370 1.36.3:361-371 1.37.2:368-378 1.38.0-beta.0:368-378',
    },
  ],
  pulled: [
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'EnsureImageExists',
      lines:
        '1.14.10:144 1.22.17:156 1.23.17:156 1.24.17:156 1.25.16:156 1.26.15:167 1.27.16:168 1.28.15:167 1.29.15:169 1.30.14:171 1.31.14:167 1.32.13:194',
    },
    {
      file: 'pkg/kubelet/images/image_manager.go',
      function: 'pullImage',
      lines: '1.33.13:304 1.34.4:316 1.35.4:373 1.36.3:374 1.37.2:381 1.38.0-beta.0:381',
    },
  ],
  asksSize: [
    {
      file: 'pkg/kubelet/images/puller.go',
      function: 'pullImage',
      lines:
        '1.14.10:49 1.22.17:49 1.23.17:51 1.24.17:51 1.25.16:51 1.26.15:52 1.27.16:60 1.28.15:60 1.29.15:60 1.30.14:65 1.31.14:65 1.32.13:65 1.33.13:66 1.34.4:66 1.35.4:66 1.36.3:66 1.37.2:65 1.38.0-beta.0:65',
    },
  ],
  takesSlot: [
    {
      file: 'pkg/kubelet/images/puller.go',
      function: 'pullImage',
      lines:
        '1.14.10:48-54 1.22.17:48-54 1.23.17:49-57 1.24.17:49-57 1.25.16:49-57 1.26.15:50-58 1.27.16:56 1.28.15:56 1.29.15:56 1.30.14:57 1.31.14:57 1.32.13:57 1.33.13:58 1.34.4:58 1.35.4:58 1.36.3:58 1.37.2:57 1.38.0-beta.0:57',
    },
  ],
  servesNext: [
    {
      file: 'pkg/kubelet/images/puller.go',
      function: 'processImagePullRequests',
      lines:
        '1.14.10:88 1.22.17:88 1.23.17:91 1.24.17:91 1.25.16:91 1.26.15:94 1.27.16:102 1.28.15:102 1.29.15:102 1.30.14:109 1.31.14:109 1.32.13:109 1.33.13:111 1.34.4:111 1.35.4:111 1.36.3:111 1.37.2:109 1.38.0-beta.0:109',
    },
  ],
  unlimited: [
    {
      file: 'pkg/kubelet/images/helpers.go',
      function: 'throttleImagePulling',
      lines:
        '1.14.10:32-34 1.22.17:32-34 1.23.17:32-34 1.24.17:32-34 1.25.16:32-34 1.26.15:33-35 1.27.16:33-35 1.28.15:33-35 1.29.15:33-35 1.30.14:33-35 1.31.14:33-35 1.32.13:33-35 1.33.13:33-35 1.34.4:33-35 1.35.4:33-35 1.36.3:33-35 1.37.2:33-35 1.38.0-beta.0:33-35',
    },
  ],
  takesToken: [
    {
      file: 'pkg/kubelet/images/helpers.go',
      function: 'PullImage',
      lines:
        '1.14.10:47-49 1.22.17:47-49 1.23.17:47-49 1.24.17:47-49 1.25.16:47-49 1.26.15:48-50 1.27.16:48-50 1.28.15:48-50 1.29.15:48-50 1.30.14:48-50 1.31.14:48-50 1.32.13:48-50 1.33.13:48-50 1.34.4:48-50 1.35.4:48-50 1.36.3:48-50 1.37.2:48-50 1.38.0-beta.0:48-50',
    },
  ],
  refusesToken: [
    {
      file: 'pkg/kubelet/images/helpers.go',
      function: 'PullImage',
      lines:
        '1.14.10:50 1.22.17:50 1.23.17:50 1.24.17:50 1.25.16:50 1.26.15:51 1.27.16:51 1.28.15:51 1.29.15:51 1.30.14:51 1.31.14:51 1.32.13:51 1.33.13:51 1.34.4:51 1.35.4:51 1.36.3:51 1.37.2:51 1.38.0-beta.0:51',
    },
  ],
  policyAllows: [
    {
      file: 'pkg/kubelet/images/pullmanager/image_pull_manager.go',
      function: 'MustAttemptImagePull',
      lines:
        '1.33.13:231-233 1.34.4:231-233 1.35.4:244-247 1.36.3:243-246 1.37.2:243-246 1.38.0-beta.0:243-246',
    },
  ],
  recordUnreadable: [
    {
      file: 'pkg/kubelet/images/pullmanager/image_pull_manager.go',
      function: 'MustAttemptImagePull',
      lines:
        '1.33.13:226-229 1.34.4:226-229 1.35.4:238-242 1.36.3:237-241 1.37.2:237-241 1.38.0-beta.0:237-241',
    },
  ],
  intentOpen: [
    {
      file: 'pkg/kubelet/images/pullmanager/image_pull_manager.go',
      function: 'MustAttemptImagePull',
      lines: '1.33.13:211 1.34.4:211 1.35.4:223 1.36.3:222 1.37.2:222 1.38.0-beta.0:222',
    },
  ],
  noRecord: [
    {
      file: 'pkg/kubelet/images/pullmanager/image_pull_manager.go',
      function: 'MustAttemptImagePull',
      lines:
        '1.33.13:235-238 1.34.4:235-238 1.35.4:249-253 1.36.3:248-252 1.37.2:248-252 1.38.0-beta.0:248-252',
    },
  ],
  otherName: [
    {
      file: 'pkg/kubelet/images/pullmanager/image_pull_manager.go',
      function: 'MustAttemptImagePull',
      lines:
        '1.33.13:247-249 1.34.4:247-249 1.35.4:263-266 1.36.3:262-265 1.37.2:262-265 1.38.0-beta.0:262-265',
    },
  ],
  withoutSecret: [
    {
      file: 'pkg/kubelet/images/pullmanager/image_pull_manager.go',
      function: 'MustAttemptImagePull',
      lines:
        '1.33.13:251-254 1.34.4:251-254 1.35.4:268-272 1.36.3:267-271 1.37.2:267-271 1.38.0-beta.0:267-271',
    },
  ],
  noCredential: [
    {
      file: 'pkg/kubelet/images/pullmanager/image_pull_manager.go',
      function: 'MustAttemptImagePull',
      lines:
        '1.33.13:256-258 1.34.4:256-258 1.35.4:274-277 1.36.3:273-276 1.37.2:273-276 1.38.0-beta.0:273-276',
    },
  ],
  podCredentials: [
    {
      file: 'pkg/kubelet/images/pullmanager/image_pull_manager.go',
      function: 'MustAttemptImagePull',
      lines: '1.33.13:260 1.34.4:260 1.35.4:279 1.36.3:278 1.37.2:278 1.38.0-beta.0:278',
    },
  ],
  credentialMatches: [
    {
      file: 'pkg/kubelet/images/pullmanager/image_pull_manager.go',
      function: 'MustAttemptImagePull',
      lines:
        '1.33.13:260-293 1.34.4:260-293 1.35.4:285-320 1.36.3:284-319 1.37.2:284-319 1.38.0-beta.0:284-319',
    },
  ],
} as const satisfies Readonly<
  Record<string, readonly { readonly file: string; readonly function: string; readonly lines: string }[]>
>;

/** A place in the kubelet's sources that decides something. */
export type UpstreamPlace = keyof typeof upstreamLines;
