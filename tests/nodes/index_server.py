"""ElectrumX, which waits up to a second for more to say before it sends a small answer; not so in tests."""

import sys

from electrumx.cli.electrumx_server import main
from electrumx.server.transport import PaddedRSTransport

PaddedRSTransport.WAIT_FOR_BUFFER_GROWTH_SECONDS = 0.0
sys.exit(main())
