// Writes interval logs and a percentile text with HdrHistogram: java -cp HdrHistogram.jar Histograms.java FOLDER

import java.io.PrintStream;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

class Histograms {
    static final long START = 1_700_000_000_000L;
    static final Random RANDOM = new Random(7);

    /** Latencies in nanoseconds: about 2 ms with a tail, one second of requests from `start`. */
    static Histogram interval(long start, int requests, String tag) {
        Histogram histogram = new Histogram(60_000_000_000L, 3);
        histogram.setStartTimeStamp(start);
        histogram.setEndTimeStamp(start + 1_000);
        histogram.setTag(tag);
        for (int i = 0; i < requests; i++) {
            histogram.recordValue((long) (2e6 * Math.exp(0.4 * RANDOM.nextGaussian())));
        }
        return histogram;
    }

    static void log(String path, String... tags) throws Exception {
        HistogramLogWriter writer = new HistogramLogWriter(path);
        writer.outputComment("[Latencies of a test, in nanoseconds]");
        writer.outputLogFormatVersion();
        writer.outputStartTime(START);
        writer.setBaseTime(START);
        writer.outputLegend();
        for (int second = 0; second < 4; second++) {
            for (String tag : tags) {
                int requests = 300 + RANDOM.nextInt(300);
                writer.outputIntervalHistogram(interval(START + 1_000 * second, requests, tag));
            }
        }
        writer.close();
    }

    public static void main(String[] arguments) throws Exception {
        log(arguments[0] + "/hdr.hlog", (String) null);
        log(arguments[0] + "/hdr-tags.hlog", null, "read", "write");
        try (PrintStream out = new PrintStream(arguments[0] + "/hdr.hgrm")) {
            interval(START, 5_000, null).outputPercentileDistribution(out, 1e6);
        }
    }
}
