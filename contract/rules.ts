/** Every business number, with its unit in its name and its place in the specification. Nothing elsewhere is a literal. */

// Section 9, calls and chat
export const CHAT_LOGIN_TIMEOUT_MS = 10_000;
export const CONNECTION_CHECK_INTERVAL_MS = 10_000;
export const PING_TIMEOUT_MS = 2_000;
export const RECONNECT_FIRST_CHECK_MS = 500;
export const RECONNECT_SECOND_CHECK_MS = 3_000;
export const REPLY_WINDOW_MS = 600_000;
export const CALL_SETUP_TIMEOUT_MS = 60_000;
export const CALL_HEARTBEAT_INTERVAL_MS = 5_000;
export const VIDEO_WIDTH_IDEAL_PX = 480;
export const VIDEO_WIDTH_MAX_PX = 720;
export const VIDEO_HEIGHT_IDEAL_PX = 640;
export const VIDEO_HEIGHT_MAX_PX = 1_280;

// Section 9, requests
export const REQUEST_TIMEOUT_MS = 10_000;
export const REQUEST_RETRIES = 3;
export const REQUEST_BACKOFF_MS = 100;
export const REQUEST_BACKOFF_FACTOR = 2;
export const REQUEST_BACKOFF_JITTER = 0.2;
export const REQUEST_ID_LENGTH = 21;

// Sections 2, 4 and 6
export const MAINTENANCE_ON = 2;
export const ROLE_OFFICIAL = 1;
export const ROLE_USER = 2;
export const ROLE_ANCHOR = 3;
export const OFFICIAL_UID = 1;
export const CLIENT_CHANNEL = 'B1';
/** Section 9: above this uid the match screen differs by A/B. */
export const AB_THRESHOLD_UID = 264_457_000;

// Section 3: the local official conversation sorts between the accounts 1 and 2
export const LOCAL_OFFICIAL_TID = 'localOfficial';
export const LOCAL_OFFICIAL_ID = 1.5;

// Section 5: sensitive-information flags of a text message
export const SENSITIVE_DISCARD = 1;
export const SENSITIVE_COVERED = 2;
export const SENSITIVE_OFFLINE = 4;
export const SENSITIVE_PORN = 8;

// Section 9, balances and display: the least balance for each richer icon
export const COIN_TIERS = [3_000, 700, 300] as const;

// Ours, where the specification is silent
export const RECONNECT_MAX_BACKOFF_MS = 30_000;
export const COMMAND_LOST_AFTER_MS = 3_000;
export const CORE_START_TIMEOUT_MS = 20_000;
/** How long a core of an older build may take to say goodbye, and how long a newer one waits for a lock that is not freed. */
export const CORE_STEP_DOWN_MAX_MS = 5_000;
export const CORE_TAKE_OVER_AFTER_MS = 15_000;
export const MESSAGE_MAX_CHARS = 4_000;
export const NICK_MAX_GRAPHEMES = 32;
export const XML_MAX_BYTES = 65_536;
export const XML_MAX_DEPTH = 16;
export const XML_MAX_NODES = 256;
/** What a service keeps to tell while it has no stream to the XMPP server. */
export const COMPONENT_KEPT_MAX = 5_000;
export const COMPONENT_KEPT_MAX_CHARS = 8_388_608;
export const COMPONENT_KEPT_MS = 60_000;
export const MESSAGES_PER_SECOND = 1;
export const MESSAGES_BURST = 10;
export const LOGINS_PER_MINUTE = 5;
/** A token that nobody used for so long is dead; its use is written down at most so often. */
export const TOKEN_UNUSED_DAYS = 30;
export const TOKEN_NOTED_EVERY_HOURS = 24;
export const JSON_MAX_BYTES = 65_536;
export const JSON_MAX_DEPTH = 20;
export const ARCHIVE_PAGE_SIZE = 50;
/** Of one account. A page is cheap, but whoever asks without end takes the time of others. */
export const ARCHIVE_QUERIES_PER_SECOND = 2;
export const ARCHIVE_QUERIES_BURST = 2;
export const FAVOURITES_MAX = 500;
export const RELATIONS_MAX = 200;
export const REQUESTS_SHOWN = 100;
export const PEOPLE_PAGE_SIZE = 40;
export const PEOPLE_PAGE_MAX = 100;
export const FRIEND_REQUESTS_PER_MINUTE = 30;
export const REPORTS_PER_MINUTE = 30;
export const RELATION_CHANGES_PER_MINUTE = 240;
export const PROFILE_CHANGES_PER_MINUTE = 60;
export const BLOCKS_AT_ONCE_MAX = 50;
export const ABOUT_MAX_CHARS = 500;
export const ADDRESS_MAX_CHARS = 200;
export const EMAIL_MAX_CHARS = 254;
export const MEDIA_URL_MAX_CHARS = 256;
export const ADULT_AGE_YEARS = 18;
export const OLDEST_AGE_YEARS = 120;

// Ours: discovery
export const ANCHORS_PAGE_SIZE = 40;
export const ANCHORS_PAGE_MAX = 100;
export const ANCHOR_NEW_DAYS = 14;
export const PRESENCE_TARGETS_MAX = 200;
export const PRESENCE_WATCH_MAX = 400;
/** A price that is shown is not older than this, where the server can be asked. */
export const PRICES_KEPT_MS = 300_000;

// Issue 3, upload host: limits of what is sent, and of what is kept
export const PICTURE_MAX_BYTES = 10_485_760;
export const CLIP_MAX_BYTES = 52_428_800;
export const PICTURE_MAX_PIXELS = 50_000_000;
export const PICTURE_KEPT_EDGE_PX = 1_920;
export const CLIP_MAX_PIXELS = 8_847_360;
export const CLIP_MAX_SECONDS = 60;
export const CLIP_KEPT_EDGE_PX = 1_280;
export const CLIP_KEPT_FRAMES_PER_SECOND = 30;
export const UPLOADS_PER_MINUTE = 30;
/** Of one account in 24 hours: more than anybody shows of themselves, and what is kept of it (encoded anew). */
export const UPLOADS_PER_DAY = 200;
export const UPLOAD_BYTES_PER_DAY = 524_288_000;
/** Clips wait for one lane: so many of one account and in all, the one that is worked on included. */
export const CLIPS_IN_WORK_PER_ACCOUNT = 3;
export const CLIPS_IN_WORK = 20;
/** What nothing names is thrown away, but nothing that came so lately. */
export const UNNAMED_MEDIA_KEPT_MS = 86_400_000;
export const UPLOAD_TIMEOUT_MS = 300_000;

// Issue 4, calls
export const CALL_MISSED_BEATS = 2;
export const CALL_MEDIA_LOSS_MS = 5_000;
export const CALL_WARNING_SECONDS = 60;
export const CALL_MINUTE_MS = 60_000;
export const ICE_RESTART_AFTER_MS = 2_000;
export const ICE_RESTART_EVERY_MS = 5_000;
export const CALL_OWNER_GRACE_MS = 5_000;
export const RELAYS_MAX = 8;
export const SDP_MAX_CHARS = 24_000;
export const CANDIDATE_MAX_CHARS = 1_024;
export const CALL_RECORDS_PAGE = 100;
export const CALL_RATING_MAX = 5;
export const CALLS_PER_MINUTE = 20;
export const MATCHES_PER_MINUTE = 10;
export const MATCH_PROPOSAL_MS = 15_000;
export const MATCH_AGAIN_AFTER_MS = 600_000;
export const CALLBACK_OPEN_MS = 30_000;
export const RELAY_CREDENTIAL_SPARE_S = 60;
/** For who only tries whether a relay answers: the spare time is enough. */
export const RELAY_TEST_SECONDS = 0;
export const RELAY_TESTS_PER_MINUTE = 10;
/** How fast somebody can send is tried with so much at a time, from one address so often. */
export const PREFLIGHT_PATH = '/preflight';
export const PREFLIGHT_MAX_BYTES = 262_144;
export const PREFLIGHTS_PER_MINUTE = 120;
/** What a picture of section 9's size needs, and what is enough for a poor one. */
export const CALL_GOOD_KBIT_S = 1_200;
export const CALL_LEAST_KBIT_S = 300;
/** A loss of media that lasts longer ends the call. */
export const CALL_MEDIA_GIVE_UP_MS = 30_000;
/** So long after the answer a picture must have come, and so long after the callee's the caller's. */
export const CALL_PICTURE_TIMEOUT_MS = 30_000;
export const CALL_SUCCESS_GRACE_MS = 10_000;
export const RELAY_CREDENTIAL_MAX_S = 43_200;
/** Stanzas of one person to the hub: candidates come in bursts. */
export const SIGNALS_PER_SECOND = 20;
export const SIGNALS_BURST = 100;
/** Beats that a side may be late before the other is told. */
export const CALL_AWAY_AFTER_MS = 7_500;
/** A call whose parties were silent for longer ended, however long the server was down. */
export const CALL_RESTART_GRACE_MS = 60_000;

// Issue 4, money
/** Of each charge of a call; the rest is the house's. */
export const ANCHOR_SHARE_PERCENT = 60;
export const PAID_MINUTES_RECENT_DAYS = 7;
export const DEMO_USER_GEMS = 5_000;
export const DEMO_WELCOME_GEMS = 300;

// Issue 4, allowances
export const FREE_FIRST_CALL_TIMES = 1;
export const FREE_FIRST_CALL_SECONDS = 60;
export const PAID_USER_FREE_CALLS_PER_DAY = 1;
export const PAID_USER_FREE_CALL_SECONDS = 60;
export const RECHARGE_REMINDER_SECONDS = 20;
export const MATCH_TO_FLASH_SECONDS = 15;
export const MATCH_FREE_SECONDS = 30;
export const SILVER_CALLS_PER_DAY = 3;
export const SILVER_CALL_SECONDS = 60;
export const SILVER_CALL_MAX_SECONDS = 3_600;
/** Gems per started minute of a call between friends who are not a user and a host; 0: not metered. */
export const USER_CALL_PRICE: number = 0;

// Issue 4, demo hosts: which demo anchors the server runs, and how they behave (chances are 0..1)
export const DEMO_HOST_FIRST_UID = 9_001;
export const DEMO_HOSTS_RUN = 20;
export const DEMO_HOST_STAGGER_MS = 150;
export const DEMO_HOST_RECONNECT_FIRST_MS = 500;
export const DEMO_HOST_RECONNECT_MAX_MS = 30_000;
export const DEMO_HOST_READS_AFTER_MS = [700, 1_800] as const;
export const DEMO_HOST_TYPES_MS = [900, 2_200] as const;
export const DEMO_HOST_TYPES_PER_CHAR_MS = 15;
export const DEMO_HOST_ANSWERS_AFTER_MS = [1_000, 3_000] as const;
export const DEMO_HOST_AGREES_AFTER_MS = [1_000, 2_000] as const;
export const DEMO_HOST_CALLS_BACK_AFTER_MS = [8_000, 15_000] as const;
export const DEMO_HOST_DECLINES_CHANCE = 0.08;
export const DEMO_HOST_IS_BUSY_CHANCE = 0.07;
/** Of those whom she could not take, how many she asks to call again. */
export const DEMO_HOST_CALLS_BACK_CHANCE = 0.5;
/** Always takes a call, so that the first one of a newcomer works. */
export const DEMO_HOST_RELIABLE_UID = 9_001;
/** A part of the idle hosts waits in the match at a time, by turns: each wait asks the hub every heartbeat. */
export const DEMO_HOST_MATCH_SHIFTS = 4;
export const DEMO_HOST_MATCH_SHIFT_MS = 60_000;

// Ours: what the edge bears of one client
/** Frames of one stream are taken in turns, so that a burst of one person never stands before a frame of another. */
export const EDGE_TURN_FRAMES = 20;
export const EDGE_TURN_MS = 40;
/** Refusals of one account: beyond the first number each one costs a pause, at the second the stream ends. */
export const FLOOD_SLOW_AFTER_REFUSALS = 60;
export const FLOOD_PAUSE_MS = 40;
export const FLOOD_END_AFTER_REFUSALS = 150;
export const FLOOD_FORGIVEN_PER_SECOND = 1;
/** How long an account whose stream was ended so stays out; twice as long each time, until it kept quiet for the longest. */
export const FLOOD_AWAY_MS = 30_000;
export const FLOOD_AWAY_MAX_MS = 600_000;
/** People who are not in memory, asked for in the database. */
export const LOOK_UPS_PER_SECOND = 5;
export const LOOK_UPS_BURST = 50;
/** Who is there of up to `PRESENCE_WATCH_MAX` people: a client asks anew when others come into sight, every 150 ms at most. */
export const WATCHES_PER_SECOND = 10;
export const WATCHES_BURST = 60;
/** That there is no such account is believed for so long. */
export const UNKNOWN_ACCOUNT_MS = 30_000;
/** The streams of one account at one process, and those that nobody has logged in on; beyond, the oldest ends. */
export const STREAMS_PER_ACCOUNT_MAX = 8;
export const STRANGE_STREAMS_PER_ADDRESS_MAX = 32;
export const STRANGE_STREAMS_MAX = 1_000;
export const FRAMES_BEFORE_LOGIN_MAX = 20;
/** Wrong logins on one stream; those to one account from one address are `LOGINS_PER_MINUTE`. */
export const WRONG_LOGINS_PER_STREAM = 3;
export const WRONG_LOGINS_PER_ADDRESS_PER_MINUTE = 60;
/** Right ones too, to one account from one address. */
export const STREAM_LOGINS_PER_MINUTE = 60;
/** A client of which nothing was heard is pinged so often; after so many pings without an answer it is gone. */
export const EDGE_PING_INTERVAL_MS = 10_000;
export const EDGE_PINGS_UNANSWERED_MAX = 3;

// Processes, streams and sockets that are gone
/** Each process says so often that its streams are there; within 45 s of the last time everybody knows that they are not. */
export const STREAM_SEEN_EVERY_MS = 20_000;
export const STREAM_AWAY_AFTER_MS = 40_000;
/** A socket on which nobody has signed in: how long it may stand without a whole request, and how many there may be. */
export const SOCKET_IDLE_MS = 8_000;
export const SOCKETS_PER_ADDRESS = 512;
export const SOCKETS_IN_ALL = 8_192;
