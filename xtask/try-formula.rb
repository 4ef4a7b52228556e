# Does with a formula what Homebrew does, where there is no Homebrew:
#
#   ruby xtask/try-formula.rb FORMULA ARCHIVE
#
# Reads the formula with stand-ins for the parts of Homebrew's language that it uses (any other word is an error),
# takes the address for this system, compares the checksum with the archive's, installs into a new folder and runs the
# formula's own test.
require "digest"
require "fileutils"
require "open3"
require "pathname"
require "rbconfig"
require "tmpdir"

# A folder of an installation, as formulas use it.
class Place < Pathname
  def install(*things)
    mkpath
    raise "nothing to install into #{self}" if things.flatten.empty?

    things.flatten.each do |thing|
      pairs = thing.is_a?(Hash) ? thing : { thing => File.basename(thing.to_s) }
      pairs.each do |from, name|
        FileUtils.cp_r(from.to_s, (self + name).to_s)
      end
    end
  end
end

# What formulas are derived from.
class Formula
  PLACES = {
    bin: "bin", man1: "share/man/man1", bash_completion: "etc/bash_completion.d",
    fish_completion: "share/fish/vendor_completions.d", zsh_completion: "share/zsh/site-functions",
    pkgshare: "share/benchlens"
  }.freeze

  class << self
    attr_reader :facts, :trial

    def inherited(formula)
      super
      formula.instance_variable_set(:@facts, {})
    end

    %i[desc homepage license url sha256].each do |name|
      define_method(name) { |value| facts[name] = value }
    end

    def version(value = nil)
      value ? facts[:version] = value : facts[:version]
    end

    # What stands in a block for another system must be right, too, so it is read, and then forgotten.
    def on(condition)
      before = facts.dup
      yield
      @facts = before unless condition
    end

    def on_macos(&block) = on(RbConfig::CONFIG["host_os"].start_with?("darwin"), &block)

    def on_linux(&block) = on(RbConfig::CONFIG["host_os"].start_with?("linux"), &block)

    def on_arm(&block) = on(RbConfig::CONFIG["host_cpu"].match?(/arm|aarch64/), &block)

    def on_intel(&block) = on(RbConfig::CONFIG["host_cpu"] == "x86_64", &block)

    def test(&block)
      @trial = block
    end
  end

  def initialize(prefix)
    @prefix = prefix
  end

  PLACES.each { |name, folder| define_method(name) { Place.new(File.join(@prefix, folder)) } }

  def version = self.class.version

  def shell_output(command)
    output, status = Open3.capture2(command)
    raise "#{command}: #{status}" unless status.success?

    output
  end

  def assert_match(wanted, text)
    raise "no #{wanted} in:\n#{text}" unless text.include?(wanted)
  end
end

formula, archive = ARGV.map { |path| File.expand_path(path) }
load formula
facts = Benchlens.facts
%i[desc homepage license version url sha256].each { |name| facts[name] or raise "#{formula} has no #{name} for this system" }
raise "the address #{facts[:url]} is not that of #{archive}" unless facts[:url].end_with?("/v#{facts[:version]}/#{File.basename(archive)}")

sum = Digest::SHA256.file(archive).hexdigest
raise "the archive has the checksum #{sum}, the formula says #{facts[:sha256]}" unless sum == facts[:sha256]

Dir.mktmpdir do |work|
  prefix = File.join(work, "prefix")
  installed = Benchlens.new(prefix)
  source = File.join(work, "source")
  Dir.mkdir(source)
  system("tar", "-xzf", archive, "-C", source, exception: true)
  # Homebrew enters the only folder of an archive.
  Dir.chdir(Dir.children(source).then { |names| File.join(source, names.fetch(0)) }) { installed.install }
  FileUtils.rm_r(source)
  installed.instance_exec(&Benchlens.trial)
  pages = Dir.glob(File.join(prefix, "share/man/man1/*.1")).size
  raise "only #{pages} manual pages" if pages < 2
  completions = %w[etc/bash_completion.d/benchlens share/fish/vendor_completions.d/benchlens.fish share/zsh/site-functions/_benchlens]
  completions.each { |path| File.size?(File.join(prefix, path)) or raise "no #{path}" }
  puts "try-formula: #{File.basename(archive)}: installed, #{pages} manual pages, its test passes"
end
